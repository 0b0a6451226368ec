import { describe, expect, it } from '@jest/globals';
import type { AuthInfo } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { needTools } from '../calls/auth-info.ts';
import type { Tool } from '../tools/tool.ts';
import { createServerFactory } from './create-server-factory.ts';

const auth: AuthInfo = { token: 't', clientId: 'c', scopes: ['mcp', 'chat'] };
const names = ['alpha', 'beta', 'gamma'];

/** Names of the tools that a server for such a request registers. */
function listRegistered(authInfo: AuthInfo): string[] {
  const registered: string[] = [];
  const tools = names.map(
    (name): Tool => ({
      name,
      get title() {
        registered.push(name);
        return name;
      },
      description: { en: name, ru: name },
      inputSchema: z.object({}),
      annotations: {},
      ...(name === 'gamma' && { scope: 'chat' }),
      run: async () => ({ content: [] }),
    }),
  );
  const create = createServerFactory({
    version: '1.0.0',
    tools,
    metrics: { observe: () => undefined },
    hasEvidenceApp: false,
    mounts: [],
  });
  create({ era: 'modern', authInfo });
  return registered;
}

describe('the server of a request', () => {
  it('has the called tool alone', () => {
    expect(listRegistered(needTools(auth, { called: 'beta' }))).toEqual(['beta']);
  });

  it.each([
    ['a request that calls none', auth],
    ['an unknown name', needTools(auth, { called: 'fly' })],
  ])('has all tools for %s', (_what, authInfo) => {
    expect(listRegistered(authInfo)).toEqual(names);
  });

  it('leaves out of a list what the scopes do not open, and lets a call of it be refused by name', () => {
    const narrow = { ...auth, scopes: ['mcp'] };
    expect(listRegistered(narrow)).toEqual(['alpha', 'beta']);
    expect(listRegistered(needTools(narrow, { called: 'gamma' }))).toEqual(['gamma']);
  });

  it('leaves out hidden tools, called ones too', () => {
    const hidden = ['beta'];
    expect(listRegistered(needTools(auth, { hidden }))).toEqual(['alpha', 'gamma']);
    expect(listRegistered(needTools(auth, { hidden, called: 'beta' }))).toEqual([]);
  });
});
