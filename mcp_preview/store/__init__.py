"""The store: registered clients, grants with their codes and tokens, and client credentials.

`records` is what goes in and comes out, `store` the one class that others use, `opening` opens one.
Each method of the store is one transaction: `registrations`, `log_ins`, `grants` and `credentials`
hold the statements, `database` the transactions, `tables` the tables, `migrations` how an older
file becomes what `tables` says. `secret_hashes` hashes client secrets, `failed_secrets` counts
wrong ones.

No secret is kept that could be read back: tokens and codes as SHA-256, client secrets as argon2id.
Time is seconds since 1970 UTC and always comes from the caller.
"""
