import { projectOrders, sorted } from '../../../src/app/projects/projectOrder';
import { projectOf } from '../../fixtures/appState';

const day = (id: string, createdAt: string) => projectOf({ id, createdAt });

describe('projects with equal sort keys', () => {
  const [first, second, third] = [day('a', '2026-01-01'), day('b', '2026-01-01'), day('c', '2026-01-02')] as const;

  it.each(projectOrders)('are sorted newest first by %s, then by id descending', (order) => {
    const expected = [third, second, first];
    for (const projects of [expected, [first, second, third], [second, third, first]])
      expect(sorted(projects, order)).toEqual(expected);
  });
});
