import { describe, expect, it } from '@jest/globals';
import { createWallFinder, type Trial, type Walls } from './walls.ts';

function find(outcomes: Partial<Record<Walls, Trial[]>>) {
  const tried: Walls[] = [];
  const walls = createWallFinder((tries) => {
    tried.push(tries);
    return outcomes[tries]?.shift() ?? 'refused';
  });
  return { walls, tried };
}

describe('the walls around a parser', () => {
  it('are the most that the system lets us make, tried once', () => {
    const all = find({ files: ['holds'] });
    expect([all.walls(), all.walls()]).toEqual(['files', 'files']);
    expect(all.tried).toEqual(['files']);
    const some = find({ network: ['holds'] });
    expect([some.walls(), some.walls()]).toEqual(['network', 'network']);
    expect(some.tried).toEqual(['files', 'network']);
    const none = find({});
    expect([none.walls(), none.walls()]).toEqual(['none', 'none']);
    expect(none.tried).toEqual(['files', 'network']);
  });

  it('are tried again where the machine was too busy to tell', () => {
    const { walls } = find({ files: ['late', 'holds'], network: ['holds'] });
    expect([walls(), walls(), walls()]).toEqual(['network', 'files', 'files']);
    const busier = find({ files: ['late', 'late', 'holds'], network: ['late', 'refused'] });
    expect([busier.walls(), busier.walls(), busier.walls()]).toEqual(['none', 'none', 'files']);
  });
});
