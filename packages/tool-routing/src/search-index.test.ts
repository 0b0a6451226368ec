import { expect, it } from '@jest/globals';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { createServerEntry, RoutingIndex } from './routing-index.ts';
import { searchIndex } from './search-index.ts';

const analyzer = createAnalyzer();
const play = 'Plays a song of an artist on a speaker.';

const indexOf = async (
  offers: readonly (readonly [server: string, tool: string, text: string])[],
) => {
  const entries = offers.map(([name, tool, description]) =>
    createServerEntry(analyzer, {
      name,
      description: '',
      instructions: '',
      prompts: [],
      resources: [],
      tools: [{ name: tool, title: null, description, inputSchema: {} }],
    }),
  );
  return RoutingIndex.create(await Promise.all(entries), () => undefined);
};

const find = async (indexing: ReturnType<typeof indexOf>, text: string, limit: number) => {
  const index = await indexing;
  const terms = analyzer.analyzeQuery(text);
  const whole = { terms, vector: new Float32Array(0), unrelatedCosine: 0 };
  return searchIndex(index, { whole, parts: [] }, { limit }).tools.map(
    ({ server, name }) => `${server}.${name}`,
  );
};

const copies = [
  ['kitchen', 'play_song', play],
  ['garden', 'playSong', `${play} Volume is kept.`],
  ['bath', 'play.song', play],
  ['library', 'find_album', 'Lists the songs of an album.'],
] as const;

it('does not let copies of a tool take the places of other tools', async () => {
  const found = await find(indexOf(copies), 'play a song', 2);
  expect(found).toHaveLength(2);
  expect(found).toContain('library.find_album');
});

it('finds copies behind all other tools, best first', async () => {
  const found = await find(indexOf(copies), 'play a song in the garden', 4);
  expect(found.slice(0, 2)).toEqual(['garden.playSong', 'library.find_album']);
  expect(found.slice(2).toSorted()).toEqual(['bath.play.song', 'kitchen.play_song']);
});

it('takes tools of one name that do other things for different ones', async () => {
  const found = await find(
    indexOf([
      ['music', 'search', 'Finds songs and albums.'],
      ['papers', 'search', 'Looks for song research in scientific journals.'],
      ['shop', 'order', 'Buys a song.'],
    ]),
    'search a song',
    2,
  );
  expect(found).toEqual(['music.search', 'papers.search']);
});

it.each(['prompts', 'resources'] as const)(
  'finds a server by its %s as by its tools',
  async (kind) => {
    const offer = { name: 'tide_tables', description: 'Tables of the tides at a harbour.' };
    const server = (name: string, own: object) =>
      createServerEntry(analyzer, {
        name,
        description: '',
        instructions: '',
        prompts: [],
        resources: [],
        tools: [{ name: 'get_status', title: null, description: 'Status of it.', inputSchema: {} }],
        ...own,
      });
    const entries = [
      server('first', {}),
      server('second', { [kind]: [offer] }),
      server('third', {}),
    ];
    const index = await RoutingIndex.create(await Promise.all(entries), () => undefined);
    const terms = analyzer.analyzeQuery('tide tables of the harbour');
    const whole = { terms, vector: new Float32Array(0), unrelatedCosine: 0 };
    const { servers, tools, decision } = searchIndex(index, { whole, parts: [] }, { limit: 3 });
    expect(servers[0]?.name).toBe('second');
    expect(decision).toMatchObject({ kind: 'server', server: 'second' });
    expect(tools.map(({ name }) => name)).not.toContain('tide_tables');
  },
);
