/** Migrated once; each test database is a copy of it. */
export const templateDatabase = 'lectern_template';
