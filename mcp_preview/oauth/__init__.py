"""The authorization server of a site's authenticated half (docs_lsp/SERVICE.md, authorization).

`routes` puts the endpoints together. `metadata` says where they are; `registration` and
`client_documents` know the clients, `redirect_policy` where codes may be sent. `log_in` is the page
on which the writer picks whom to be, `token_endpoint` trades codes, refresh tokens and client
credentials for tokens, `bearer` checks them. What is issued lies in the room `store`.
"""
