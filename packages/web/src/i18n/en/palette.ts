export const palette = {
  theme: 'Switch between light and dark',
};
