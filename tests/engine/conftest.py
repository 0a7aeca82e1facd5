"""Hypothesis without deadlines: how long one example takes says nothing on a busy machine."""

from hypothesis import HealthCheck, settings

settings.register_profile("engine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("engine")
