-- PostgreSQL empties an unlogged table when it recovers from a crash, and on a standby that takes
-- over. The tokens must outlive that: no request goes out without one.
alter table mcp.rate_tokens set logged;
