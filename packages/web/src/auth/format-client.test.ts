import { describe, expect, it } from '@jest/globals';
import { formatClientName, formatDestination } from './format-client.ts';

describe('what is shown of a client that asks to be let in', () => {
  it.each([
    ['Claude Code', 'Claude Code'],
    ['Lectern\u202egnp.exe', 'Lecterngnp.exe'],
    ['Bank\n\n\u2066Your password', 'Bank Your password'],
    ['\u001b[31mred', '[31mred'],
    ['\u200b', undefined],
    [undefined, undefined],
  ])('its name: %j', (name, shown) => {
    expect(formatClientName(name)).toBe(shown);
  });

  it.each([
    ['https://agent.example.org/callback?x=1', 'https://agent.example.org'],
    ['http://127.0.0.1:9/callback', 'http://127.0.0.1:9'],
    ['com.example.app:/callback', 'com.example.app:'],
    ['nothing', ''],
    [null, ''],
  ])('where people are sent: %j', (address, shown) => {
    expect(formatDestination(address)).toBe(shown);
  });
});
