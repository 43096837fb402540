import type { ColumnType } from '../../../src/contract/rows';
import { describing } from './asked';
import type { Document } from './openapiDocument';

const described = describing();

describe('types', () => {
  const typesOf = async (lines: readonly string[], columnTypes: Record<string, ColumnType> = {}) => {
    const said = { settings: { columnTypes }, column_types: JSON.stringify(columnTypes) };
    const answer = await (await described.publish([{ title: 'T', slug: 't', lines, ...said }])).openapi();
    const document = answer.json<Document>();
    return document.components.schemas['TRow']?.properties ?? {};
  };

  it('allow future values: blanks, and words that no cell has held so far', async () => {
    const properties = await typesOf([
      'City;Founded;Rating;Open;Since;Seen;At;Name',
      'Oslo;2009;4.5;TRUE;2009-04-01;2009-04-01T12:30:00;07:30;Kaffa',
      'Oslo;2010;3;FALSE;2010-04-01;2010-04-01T12:30:00;08:30;Tim',
      'Bergen;;4;TRUE;2011-04-01;;09:30;Bo',
      'Bergen;2011;4;TRUE;2011-04-01;;09:30;Cy',
    ]);
    expect(properties).toMatchObject({
      _id: { type: 'string' },
      City: { type: ['string', 'null'], examples: ['Oslo', 'Bergen'] },
      Founded: { type: ['integer', 'null'], examples: [2009, 2010, 2011] },
      Rating: { type: ['number', 'null'] },
      Open: { type: ['boolean', 'null'] },
      Since: { type: ['string', 'null'], format: 'date' },
      Seen: { type: ['string', 'null'], format: 'date-time-local' },
      At: { type: ['string', 'null'], format: 'time-local' },
      Name: { type: ['string', 'null'] },
    });
    for (const one of Object.values(properties)) expect(one).not.toHaveProperty('enum');
  });

  it('have no date-time format for datetimes with zones, since the format has fewer notations of zones', async () => {
    const { Seen } = await typesOf(['Seen;n', '2009-04-01T12:30:00Z;1', '2010-04-01T12:30:00+0200;2']);
    expect(Seen).toMatchObject({ type: ['string', 'null'] });
    expect(Seen).not.toHaveProperty('format');
  });

  it('of a column with a set type allow texts too', async () => {
    const { n, m } = await typesOf(['n;m', '1;1', '2;2'], { n: 'integer' });
    expect(n).toMatchObject({ type: ['integer', 'string', 'null'] });
    expect(m).toMatchObject({ type: ['integer', 'null'] });
  });

  it('have no format for dates with a set type, nor for durations', async () => {
    const { d, t } = await typesOf(['d;t', '2009-04-01;07:30', 'soon;30:15'], { d: 'date', t: 'time' });
    expect(d).toMatchObject({ type: ['string', 'null'] });
    for (const one of [d, t]) expect(one).not.toHaveProperty('format');
  });

  it('of a column without rows are open', async () => {
    expect(await typesOf(['a;b'])).toMatchObject({ a: { type: ['string', 'null'] } });
  });
});
