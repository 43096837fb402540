import { createNavigation } from '../../src/app/navigation';

it('uses the registered router', () => {
  const { navigate, fill } = createNavigation();
  const visited: unknown[][] = [];
  fill((...place) => visited.push(place));
  navigate('/login', { replace: true });
  expect(visited).toEqual([['/login', { replace: true }]]);
});

it('goes once to the last location requested before a router was registered', () => {
  const { navigate, fill } = createNavigation();
  const visited: string[] = [];
  navigate('/');
  navigate('/login');
  fill((to) => visited.push(to))();
  fill((to) => visited.push(to));
  expect(visited).toEqual(['/login']);
});

it('forgets a router that was unregistered, unless another one is registered', () => {
  const { navigate, fill } = createNavigation();
  const visited: string[] = [];
  const leave = fill((to) => visited.push(`first ${to}`));
  fill((to) => visited.push(`second ${to}`));
  leave();
  navigate('/');
  expect(visited).toEqual(['second /']);
});
