export const name = 'main';
