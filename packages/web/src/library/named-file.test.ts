import { describe, expect, it } from '@jest/globals';
import { listFolders, nameFiles } from './named-file.ts';

const at = (path: string): File => {
  const file = new File(['x'], path.split('/').at(-1) ?? '');
  return Object.defineProperty(file, 'webkitRelativePath', {
    value: path.includes('/') ? path : '',
  });
};

describe('files that are chosen', () => {
  it('keep the folders that they came in', () => {
    const named = nameFiles([at('manuals/pumps/one.md'), at('two.md')]);
    expect(named.map(({ name }) => name)).toEqual(['manuals/pumps/one.md', 'two.md']);
  });

  it('of a folder are without those that the system keeps there for itself', () => {
    const named = nameFiles([
      at('manuals/.git/config'),
      at('manuals/.DS_Store'),
      at('manuals/pumps/Thumbs.db'),
      at('manuals/one.md'),
    ]);
    expect(named.map(({ name }) => name)).toEqual(['manuals/one.md']);
  });

  it('of a folder are taken although its own name begins with a dot', () => {
    const named = nameFiles([at('.notes/one.md'), at('.notes/.git/config')]);
    expect(named.map(({ name }) => name)).toEqual(['.notes/one.md']);
  });

  it('tell their folders, the outer ones first', () => {
    const named = nameFiles([
      at('a/b/c/one.md'),
      at('a/two.md'),
      at('three.md'),
      at('a/d/four.md'),
    ]);
    expect(listFolders(named)).toEqual(['a', 'a/b', 'a/b/c', 'a/d']);
  });

  it('one by one are all taken, whatever they are called', () => {
    expect(nameFiles([at('.env.example')]).map(({ name }) => name)).toEqual(['.env.example']);
  });
});
