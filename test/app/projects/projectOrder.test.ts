import { projectOrders, sorted } from '../../../src/app/projects/projectOrder';
import type { Project } from '../../../src/contract/projects';
import { projectOf } from '../../fixtures/appState';

const [tab] = projectOf().tabs as [Project['tabs'][number]];
const day = (id: string, createdAt: string, parts: Partial<Project> = {}) => projectOf({ id, createdAt, ...parts });

describe('projects with equal sort keys', () => {
  const [first, second, third] = [day('a', '2026-01-01'), day('b', '2026-01-01'), day('c', '2026-01-02')] as const;

  it.each(projectOrders)('are sorted newest first by %s, then by id descending', (order) => {
    const expected = [third, second, first];
    for (const projects of [expected, [first, second, third], [second, third, first]])
      expect(sorted(projects, order)).toEqual(expected);
  });
});

it.each([
  ['name', day('tea10', '2026-01-01', { title: 'Tea 10' }), day('tea9', '2026-01-02', { title: 'Tea 9' })],
  [
    'rows',
    day('few', '2026-01-02', { tabs: [{ ...tab, rows: 1 }] }),
    day('many', '2026-01-01', { tabs: [{ ...tab, rows: 9 }] }),
  ],
] as const)('projects are sorted by %s, whatever their order before', (order, one, other) => {
  expect(sorted([one, other], order)).toEqual([other, one]);
  expect(sorted([other, one], order)).toEqual([other, one]);
});
