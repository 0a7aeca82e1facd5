"""Static files under names with a hash, so that browsers may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Hashes the addresses inside ES modules too: one release never mixes with another."""

    support_js_module_import_aggregation = True
