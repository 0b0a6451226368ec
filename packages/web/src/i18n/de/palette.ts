import type { Translations } from '../texts.ts';

export const palette: Translations['palette'] = {
  theme: 'Zwischen hell und dunkel wechseln',
};
