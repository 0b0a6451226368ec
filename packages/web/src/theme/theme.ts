import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const lectern: MantineColorsTuple = [
  '#eef7f4',
  '#dcece7',
  '#b5d8cd',
  '#8bc3b2',
  '#67b19b',
  '#459a82',
  '#347a69',
  '#2b695a',
  '#245a4d',
  '#17473d',
];

/** The header element of a dialog would be a second banner landmark. */
const plainHeader = { header: { role: 'presentation' } };

export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'lectern',
  primaryShade: { light: 7, dark: 7 },
  colors: { lectern },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily:
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Code', 'DejaVu Sans Mono', monospace",
  headings: { fontWeight: '650' },
  components: {
    Tooltip: {
      defaultProps: {
        withArrow: true,
        openDelay: 300,
        // Text outside the landmarks is not found by those who read by them.
        portalProps: { target: '#content, body:not(:has(#content))' },
        events: { hover: true, focus: true, touch: false },
      },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Badge: { defaultProps: { tt: 'none' } },
    Card: { defaultProps: { withBorder: true } },
    Select: { defaultProps: { allowDeselect: false } },
    // A menu must not contain elements without a role.
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        // A long menu covers its button rather than leaving the window.
        middlewares: {
          flip: true,
          shift: { crossAxis: true, limiter: { fn: (state: { x: number; y: number }) => state } },
        },
      },
    },
    Modal: { defaultProps: { centered: true, attributes: plainHeader } },
    Drawer: { defaultProps: { attributes: plainHeader } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
});

/** Mantine's dimmed greys have a contrast below 4.5:1. */
export const variablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a6169',
    '--mantine-color-placeholder': '#6b737b',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#1f6153',
    '--lectern-surface': '#f7f8f7',
    '--lectern-control': '#7d858c',
    '--lectern-focus': lectern[7],
    '--lectern-mark': '#ffe58a',
    '--lectern-mark-active': '#ffc53d',
    '--lectern-good': '#1c6b3f',
    '--lectern-warn': '#8a4b00',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b0b6',
    '--mantine-color-placeholder': '#949ba1',
    '--mantine-color-error': '#ff9a94',
    '--mantine-color-anchor': '#8fd3bf',
    '--lectern-surface': '#1d1f1f',
    '--lectern-control': '#7c8288',
    '--lectern-focus': lectern[3],
    '--lectern-mark': '#6b5600',
    '--lectern-mark-active': '#8f6f00',
    '--lectern-good': '#8ad7a8',
    '--lectern-warn': '#ffc078',
  },
});
