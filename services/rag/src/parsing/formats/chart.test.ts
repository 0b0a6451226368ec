import { describe, expect, it } from '@jest/globals';
import { readChart } from './chart.ts';

const points = (kind: string, values: readonly string[]) =>
  `<c:${kind}Lit>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:${kind}Lit>`;
const chart = (plot: string) =>
  Buffer.from(`<c:chartSpace><c:chart><c:plotArea>${plot}</c:plotArea></c:chart></c:chartSpace>`);

describe('readChart', () => {
  it('reads the shares that a pie shows', () => {
    const pie = chart(
      `<c:pieChart><c:ser><c:cat>${points('str', ['North', 'South'])}</c:cat><c:val>${points('num', ['300', '100'])}</c:val></c:ser><c:dLbls><c:showPercent val="1"/></c:dLbls></c:pieChart>`,
    );
    expect(readChart(pie)).toMatchObject({
      isLiteral: true,
      rows: [
        ['North', '300 (75%)'],
        ['South', '100 (25%)'],
      ],
    });
  });

  it('joins the levels of a category and takes the format of the axis', () => {
    const level = (...values: readonly (readonly [number, string])[]) =>
      `<c:lvl>${values.map(([at, value]) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:lvl>`;
    const levels = `<c:multiLvlStrRef><c:multiLvlStrCache><c:ptCount val="3"/>${level([0, 'May'], [1, 'June'], [2, 'May'])}${level([0, '2023'], [2, '2024'])}</c:multiLvlStrCache></c:multiLvlStrRef>`;
    const bars = chart(
      `<c:barChart><c:ser><c:cat>${levels}</c:cat><c:val>${points('num', ['0.1', '0.2', '0.3'])}</c:val></c:ser></c:barChart><c:valAx><c:numFmt formatCode="0%" sourceLinked="0"/></c:valAx>`,
    );
    expect(readChart(bars).rows).toEqual([
      ['2023 May', '10%'],
      ['2023 June', '20%'],
      ['2024 May', '30%'],
    ]);
  });

  it('reads charts of 2014', () => {
    const part = Buffer.from(
      '<cx:chartSpace><cx:chartData><cx:data><cx:strDim><cx:lvl><cx:pt idx="0">North</cx:pt></cx:lvl></cx:strDim><cx:numDim><cx:lvl><cx:pt idx="0">7</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Steps</a:t></a:r></a:p></cx:rich></cx:tx></cx:title></cx:chart></cx:chartSpace>',
    );
    expect(readChart(part)).toMatchObject({ title: 'Steps', rows: [['North', '7']] });
  });
});
