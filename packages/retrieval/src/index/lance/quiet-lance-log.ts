// LanceDB reads this once, when its native part loads. Without it, it warns on every flat search.
process.env.LANCEDB_LOG ??= 'error';
