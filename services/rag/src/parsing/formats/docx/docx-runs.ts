import type { XmlNode } from '../../xml-tree.ts';
import { isOn, type RunStyle, scriptOf } from './docx-styles.ts';

/** Minimum shift, in half points, that raises or lowers a text. */
const minShift = 4;

/** Returns a run with a property of it. */
export function changeRun(
  run: RunStyle | undefined,
  { name, attributes }: Pick<XmlNode, 'name' | 'attributes'>,
  styles: ReadonlyMap<string, RunStyle>,
): RunStyle | undefined {
  const value = attributes['w:val'];
  const shift = Number(value);
  if (run === undefined) return undefined;
  switch (name) {
    case 'w:rStyle':
      return { ...styles.get(value ?? ''), ...run };
    case 'w:vertAlign':
      return { ...run, script: scriptOf(value) };
    case 'w:vanish':
      return { ...run, isHidden: isOn(value) };
    case 'w:strike':
    case 'w:dstrike':
      return { ...run, isStruck: isOn(value) };
    case 'w:rFonts':
      return { ...run, font: attributes['w:ascii'] || run.font };
    case 'w:position':
      if (!(Math.abs(shift) >= minShift)) return run;
      return { ...run, script: run.script ?? (shift > 0 ? 'raised' : 'lowered') };
    default:
      return run;
  }
}
