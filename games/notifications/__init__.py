"""Events in, deliveries out: who should know what, by which way, and when not."""
