/** Languages of prompts and tool descriptions. The first one is the default. */
export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];
