"""The authorization server of a site's authenticated half (docs_lsp/SERVICE.md, authorization).

`routes` joins the endpoints. `metadata` describes them; `registration` and `client_documents`
identify the clients, `redirect_policy` decides where codes may be sent. `log_in` is the page on
which the owner chooses a user, `token_endpoint` exchanges codes, refresh tokens and client
credentials for tokens, `bearer` checks them. Issued tokens are in the package `store`.
"""
