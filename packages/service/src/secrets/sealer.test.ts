import { describe, expect, it } from '@jest/globals';
import { createSealer, createSealingKey, sealingKeysSchema } from './sealer.ts';

const open = (...keys: string[]) => createSealer(sealingKeysSchema.parse(keys.join(',')));

describe('a sealer', () => {
  it('opens what it sealed, and seals the same text differently each time', () => {
    const sealer = open(createSealingKey());
    const [first, second] = [sealer.seal('secret', 'row 1'), sealer.seal('secret', 'row 1')];
    expect(first).not.toBe(second);
    expect(first).not.toContain('secret');
    expect(sealer.open(first, 'row 1')).toBe('secret');
  });

  it('opens nothing elsewhere, and nothing that was changed', () => {
    const sealer = open(createSealingKey());
    const sealed = sealer.seal('secret', 'row 1');
    expect(() => sealer.open(sealed, 'row 2')).toThrow();
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(() => sealer.open(changed, 'row 1')).toThrow();
  });

  it('opens what an older key sealed, and says that it is outdated', () => {
    const [older, newer] = [createSealingKey(), createSealingKey()];
    const sealed = open(older).seal('secret', 'row');
    const sealer = open(newer, older);
    expect(sealer.open(sealed, 'row')).toBe('secret');
    expect([sealer.isOutdated(sealed), sealer.isOutdated(sealer.seal('x', 'row'))]).toEqual([
      true,
      false,
    ]);
    expect(() => open(newer).open(sealed, 'row')).toThrow('is missing');
  });

  it.each(['', 'x', 'id:short', ':key', `${createSealingKey()},`])(
    'takes no keys from %j',
    (keys) => {
      expect(sealingKeysSchema.safeParse(keys).success).toBe(false);
    },
  );
});
