import { beforeTests } from '../../../fixtures/beforeTests';
import { cafes, startAsking } from '../asking';

const asking = beforeTests(() => startAsking(cafes));

const where = (condition: unknown) => `_where=${encodeURIComponent(JSON.stringify(condition))}`;

describe('operators in names', () => {
  test.each([
    ['City__eq=Oslo', 'KT'],
    ['City__ne=Oslo', 'BPÁk"'],
    ['Founded__gt=2011', 'T"'],
    ['Founded__gt=2010.5', 'BPT"'],
    ['Founded__gte=2011', 'BPT"'],
    ['Founded__lt=2011', 'Kk'],
    ['Founded__lte=2011', 'KBPk'],
    ['Rating__lt=0', 'Á'],
    ['City__in=Oslo,London', 'KPT'],
    ['City__in=Oslo, London', 'KPT'],
    ['City__in=%22Oslo,%20Norway%22,London', 'P"'],
    ['City__in=', ''],
    ['City__nin=Oslo,London', 'BÁk"'],
    ['Founded__in=2009,2020', 'Kk"'],
    ['Founded__between=2009,2011', 'KBPk'],
    ['Since__between=2009-04-02,2011-01-31', 'Bk'],
    ['Name__contains=KAFFA', 'Kk'],
    ['Name__startswith=kaff', 'Kk'],
    ['Name__endswith=CO%20=%20100%25', 'T'],
    ['Name__like=Kaffa%25', 'K'],
    ['Name__ilike=kaffa%25', 'Kk'],
    ['Name__like=kaffa%5C_2', 'k'],
    ['Name__like=____o', ''],
    ['Name__like=B____', 'B'],
    ['Founded__startswith=20', 'KBPTk"'],
    ['City__isnull=true', 'k'],
    ['City__isblank=false', 'KBPTÁ"'],
    ['Open__ne=true', 'BÁk'],
    ['Open__lt=true', 'BÁ'],
    ['Since__lt=2009-04-02', 'KÁ'],
    ['Seen__gt=2009-04-01T12:30', 'BPk'],
    ['Seen__gte=2011-01-02', 'BP'],
    ['At__gt=08:00', 'P"'],
    ['__code__in=007,010', 'KT'],
    ['a__gt=x', 'K'],
    ['a__gt__gt=x', 'B'],
    ['_id=r_4', 'P'],
    ['_id__in=r_4,r_2,r_99', 'KP'],
    ['_id__ne=r_4', 'KBTÁk"'],
    ['_id__nin=r_4,r_2', 'BTÁk"'],
    ['sum_total__gt=30', 'Ák'],
    ['Sum,%20total__gt=30', 'Ák'],
    ['Founded__gte=2009&Founded__lt=2011&Name__startswith=k', 'Kk'],
    ['_q=SAO', 'Á'],
    ['_q=2009', 'Kk'],
    ['_q=oslo&_q=norway', '"'],
    ['_q=', 'KBPTÁk"'],
  ])('%s', async (query, expected) => {
    expect(await asking.initials(query)).toBe(expected);
  });
});

describe('_where', () => {
  test.each([
    [{ or: [{ City: { eq: 'London' } }, { Founded: { lt: 2010 } }] }, 'KPk'],
    [{ and: [{ City: { eq: 'Oslo' } }, { Founded: { lt: 2010 } }] }, 'K'],
    [{ City: { eq: 'Oslo' }, Founded: { lt: 2010 } }, 'K'],
    [{ Founded: { gt: 2009, lt: 2012 } }, 'BP'],
    [{ not: { City: { eq: 'Oslo' } } }, 'BPÁk"'],
    [{ not: { or: [{ City: { in: ['Oslo', 'London'] } }, { City: { isblank: true } }] } }, 'BÁ"'],
    [{ Open: { eq: true }, Rating: { between: [0, 4] } }, 'P"'],
    [{ Since: { gte: '2011-01-02' } }, 'BP'],
    [{ Founded: { in: ['2009', 2020] } }, 'Kk"'],
    [{ _id: { in: ['r_2'] } }, 'K'],
    [{ or: { gt: 3 } }, 'T'],
    [{ or: [{ or: { gt: 3 } }, { or: { eq: 1 } }] }, 'KT'],
    [{ city: { contains: 'oslo' } }, 'KBT"'],
    [{}, 'KBPTÁk"'],
    [{ or: [] }, ''],
    [{ and: [] }, 'KBPTÁk"'],
  ])('%j', async (condition, expected) => {
    expect(await asking.initials(where(condition))).toBe(expected);
    const { data } = (await asking.post({ where: condition })).json<{ data: { Name: string }[] }>();
    expect(data.map(({ Name }) => Name[0]).join('')).toBe(expected);
  });

  test('combines with other filters, and with another _where', async () => {
    const oslo = where({ City: { eq: 'Oslo' } });
    expect(await asking.initials(`${oslo}&Founded__gt=2010`)).toBe('T');
    expect(await asking.initials(`${oslo}&${where({ Founded: { lt: 2010 } })}`)).toBe('K');
  });
});
