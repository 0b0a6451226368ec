import { describe, expect, it } from '@jest/globals';
import { parseContent, textOf } from '../../__fixtures__/parse-content.ts';

const code = (source: string, ...outputs: object[]) => ({ cell_type: 'code', source, outputs });

describe('a notebook', () => {
  it('has all outputs, each in its richest form', async () => {
    const cells = [
      { cell_type: 'markdown', source: ['# Load\n', 'the data'] },
      code('mean()', {
        output_type: 'error',
        ename: 'KeyError',
        evalue: 'height',
        traceback: ['\u001b[0;31mKeyError\u001b[0m: height'],
      }),
      code(
        'show()',
        { output_type: 'stream', name: 'stdout', text: 'read\n' },
        {
          output_type: 'execute_result',
          data: {
            'text/html':
              '<table><tr><th>dose</th><th>n</th></tr><tr><td>5 mg</td><td>2</td></tr></table>',
            'text/plain': '  dose n',
          },
        },
        {
          output_type: 'display_data',
          data: { 'application/json': { n: 7, of: [8] }, 'text/plain': '<JSON>' },
        },
        { output_type: 'display_data', data: { 'image/png': 'AAAA', 'text/plain': '<Figure>' } },
        {
          output_type: 'display_data',
          data: { 'text/markdown': '- it works', 'text/plain': '<M>' },
        },
        {
          output_type: 'display_data',
          data: { 'text/latex': '$x_2$', 'text/plain': '<IPython.core.display.Latex object>' },
        },
      ),
    ];
    const document = await parseContent(JSON.stringify({ nbformat: 4, cells }), 'a.ipynb');
    expect(document.text).toBe(
      '# Load\nthe data\n\nmean()\n\nKeyError: height\n\nshow()\n\nread\n\ndose | n\n5 mg | 2\n\nn: 7\nof: 8\n\n<Figure>\n\n- it works\n\n$x_2$',
    );
    const table = document.blocks.find(({ kind }) => kind === 'table');
    expect(table && textOf(document, table)).toBe('dose | n\n5 mg | 2');
    expect(document.warnings).toEqual([
      { code: 'picture_skipped', message: 'A picture in the output of cell 3 was not read.' },
    ]);
  });

  it('keeps the digits of numbers and the last state of a progress bar', async () => {
    const data = '"data":{"application/json":{"id":12345678901234567890}}';
    const bar = '"output_type":"stream","text":"start\\n10%\\r50%\\r100%\\n"';
    const notebook = `{"nbformat":4,"cells":[{"cell_type":"code","source":"","outputs":[{${bar}},{${data}}]}]}`;
    const document = await parseContent(notebook, 'a.ipynb');
    expect(document.text).toBe('start\n100%\n\nid: 12345678901234567890');
  });

  it('may be of format 3', async () => {
    const cells = [
      { cell_type: 'heading', level: 2, source: 'Fish' },
      {
        cell_type: 'code',
        input: ['count()'],
        outputs: [
          { output_type: 'pyout', text: ['43'] },
          { output_type: 'pyerr', ename: 'ValueError', evalue: 'no fish', traceback: [] },
        ],
      },
    ];
    const notebook = { nbformat: 3, metadata: {}, worksheets: [{ cells }] };
    const document = await parseContent(JSON.stringify(notebook), 'a.ipynb');
    expect(document.text).toBe('## Fish\n\ncount()\n\n43\n\nValueError: no fish');
  });

  it('has a title beside other metadata of unknown form', async () => {
    const metadata = { title: 'Fish', authors: ['Ada'], date: 2024 };
    const notebook = { nbformat: 4, metadata, cells: [code('1')] };
    const document = await parseContent(JSON.stringify(notebook), 'a.ipynb');
    expect(document).toMatchObject({ title: 'Fish', metadata: {} });
  });
});
