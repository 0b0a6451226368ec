import type { OwnTexts } from '../texts.ts';

export const palette: OwnTexts['palette'] = {
  theme: 'Переключить светлую и тёмную тему',
};
