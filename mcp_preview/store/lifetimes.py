"""The lifetimes of what the store holds, in seconds."""

LOG_IN_LIFETIME = 600
CODE_LIFETIME = 60
ACCESS_LIFETIME = 3_600
CREDENTIAL_ACCESS_LIFETIME = 1_209_600
REFRESH_LIFETIME = 30 * 24 * 3_600
REGISTRATION_LIFETIME = 90 * 24 * 3_600
"""The shortest time for which a registration is valid; clients register again."""
