/** Languages that prompts and the descriptions of tools are written in; the first one by default. */
export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];
