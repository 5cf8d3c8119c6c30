"""The store: registered clients, grants with codes and tokens, and client credentials.

`records` defines the data, `store` the one class that others use, `opening` opens a store. Each
method of the store is one transaction: `clients`, `log_ins` and `grants` contain the statements,
`database` the transactions, `tables` the tables, `migrations` the changes that bring an older file
up to date. `client_secrets` hashes client secrets and counts wrong ones.

No secret is stored in a readable form: tokens and codes are hashed with SHA-256, client secrets
with argon2id. Times are seconds since 1970 UTC and always passed in by the caller.
"""
