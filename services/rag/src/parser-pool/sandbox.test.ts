import { describe, expect, it } from '@jest/globals';
import { createSandboxFinder, type Sandbox, type Trial } from './sandbox.ts';

function find(outcomes: Partial<Record<Sandbox, Trial[]>>) {
  const tried: Sandbox[] = [];
  const sandbox = createSandboxFinder((tries) => {
    tried.push(tries);
    return outcomes[tries]?.shift() ?? 'refused';
  });
  return { sandbox, tried };
}

describe('the sandbox around a parser', () => {
  it('are the most that the system lets us make, tried once', () => {
    const all = find({ files: ['holds'] });
    expect([all.sandbox(), all.sandbox()]).toEqual(['files', 'files']);
    expect(all.tried).toEqual(['files']);
    const some = find({ network: ['holds'] });
    expect([some.sandbox(), some.sandbox()]).toEqual(['network', 'network']);
    expect(some.tried).toEqual(['files', 'network']);
    const none = find({});
    expect([none.sandbox(), none.sandbox()]).toEqual(['none', 'none']);
    expect(none.tried).toEqual(['files', 'network']);
  });

  it('are tried again where the machine was too busy to tell', () => {
    const { sandbox } = find({ files: ['late', 'holds'], network: ['holds'] });
    expect([sandbox(), sandbox(), sandbox()]).toEqual(['network', 'files', 'files']);
    const busier = find({ files: ['late', 'late', 'holds'], network: ['late', 'refused'] });
    expect([busier.sandbox(), busier.sandbox(), busier.sandbox()]).toEqual([
      'none',
      'none',
      'files',
    ]);
  });
});
