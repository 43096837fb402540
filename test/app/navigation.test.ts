import { createNavigation } from '../../src/app/navigation';

it('navigates by the router that fills it', () => {
  const { navigate, fill } = createNavigation();
  const visited: unknown[][] = [];
  fill((...place) => visited.push(place));
  navigate('/login', { replace: true });
  expect(visited).toEqual([['/login', { replace: true }]]);
});

it('goes to the last place asked for before the router was there, once', () => {
  const { navigate, fill } = createNavigation();
  const visited: string[] = [];
  navigate('/');
  navigate('/login');
  fill((to) => visited.push(to))();
  fill((to) => visited.push(to));
  expect(visited).toEqual(['/login']);
});

it('forgets a router that has left, unless another has come', () => {
  const { navigate, fill } = createNavigation();
  const visited: string[] = [];
  const leave = fill((to) => visited.push(`first ${to}`));
  fill((to) => visited.push(`second ${to}`));
  leave();
  navigate('/');
  expect(visited).toEqual(['second /']);
});
