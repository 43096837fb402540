import { act, render, screen } from '@testing-library/react';
import { CountUp } from '../../../src/app/ui/display/CountUp';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'matchMedia');
});

const wantsMotion = (motion: boolean) => {
  window.matchMedia = (() => ({ matches: !motion })) as unknown as typeof window.matchMedia;
};
const number = () => Number(screen.getByText(/^\d/).textContent?.replace(',', ''));
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

it('starts at its value', () => {
  wantsMotion(true);
  render(<CountUp value={1_930} />);
  expect(screen.getByText('1,930')).toBeInTheDocument();
});

it('counts up to a new value', () => {
  wantsMotion(true);
  const { rerender } = render(<CountUp value={100} />);
  rerender(<CountUp value={1_100} />);
  expect(number()).toBe(100);
  pass(200);
  expect(number()).toBeGreaterThan(100);
  expect(number()).toBeLessThan(1_100);
  pass(1_000);
  expect(number()).toBe(1_100);
});

it('continues from the current number when the value changes again', () => {
  wantsMotion(true);
  const { rerender } = render(<CountUp value={0} />);
  rerender(<CountUp value={1_000} />);
  pass(200);
  const between = number();
  rerender(<CountUp value={0} />);
  expect(number()).toBe(between);
  pass(1_000);
  expect(number()).toBe(0);
});

it('changes at once with reduced motion', () => {
  wantsMotion(false);
  const { rerender } = render(<CountUp value={1} />);
  rerender(<CountUp value={2_000} />);
  expect(screen.getByText('2,000')).toBeInTheDocument();
});
