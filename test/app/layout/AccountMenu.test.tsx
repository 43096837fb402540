import { act, fireEvent, screen } from '@testing-library/react';
import { mara } from '../../fixtures/appState';
import { appTests, openApp } from '../../fixtures/openApp';

appTests();
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const menu = () => screen.queryByRole('menu');
const item = (name: string) => screen.getByRole('menuitem', { name });
const pass = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));

/** The focus moves in the next frame. */
const FRAME = 20;

async function open() {
  const opened = openApp('/usage', { advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  await pass(50);
  return { ...opened, button: screen.getByRole('button', { name: mara.email }) };
}

async function openByClick() {
  const opened = await open();
  await opened.user.click(opened.button);
  await pass(0);
  return opened;
}

describe('the account menu', () => {
  it('opens after 100 ms of hover, not before', async () => {
    const { user, button } = await open();
    await user.hover(button);
    await pass(99);
    expect(menu()).toBeNull();
    await pass(1);
    expect(menu()).toBeVisible();
    expect(button).toHaveAttribute('aria-expanded', 'true');
  });

  it('opens on hover that began before the app had loaded; the focus stays on its button', async () => {
    const { user } = openApp('/usage', { advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
    while (screen.queryByRole('button', { name: mara.email }) === null) await pass(1);
    const button = screen.getByRole('button', { name: mara.email });
    act(() => button.focus());
    await user.hover(button);
    await pass(99);
    expect(menu()).toBeNull();
    await pass(1);
    expect(menu()).toBeVisible();
    await pass(1_000);
    expect(screen.getByRole('button', { name: mara.email })).toHaveFocus();
  });

  it('closes 400 ms after the pointer left, not before', async () => {
    const { user, button } = await open();
    await user.hover(button);
    await pass(100);
    fireEvent.mouseLeave(button, { relatedTarget: document.body, clientX: 500, clientY: 500 });
    fireEvent.mouseMove(document.body, { clientX: 500, clientY: 500 });
    await pass(399);
    expect(menu()).toBeVisible();
    await pass(1);
    expect(menu()).toBeNull();
  });

  it('stays open on a click after hover, and closes 400 ms after the pointer left', async () => {
    const { user, button } = await open();
    await user.hover(button);
    await pass(100);
    await user.click(button);
    await pass(1_000);
    expect(menu()).toBeVisible();
    await user.unhover(button);
    await pass(399);
    expect(menu()).toBeVisible();
    await pass(1);
    expect(menu()).toBeNull();
    await user.hover(button);
    await pass(100);
    expect(menu()).toBeVisible();
  });

  it('stays open while the pointer moves from the button to an item', async () => {
    const { user, button } = await open();
    await user.click(button);
    await user.unhover(button);
    await pass(300);
    await user.hover(item('Logout'));
    await pass(1_000);
    expect(menu()).toBeVisible();
  });

  it('closes on a second click, and on a click outside', async () => {
    const { user, button } = await open();
    await user.click(button);
    await user.click(button);
    await pass(0);
    expect(menu()).toBeNull();
    await user.click(button);
    await pass(0);
    expect(menu()).toBeVisible();
    await user.click(document.body);
    await pass(0);
    expect(menu()).toBeNull();
  });

  it('contains Account, a separator, and Logout', async () => {
    await openByClick();
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Account', 'Logout']);
    expect(item('Account')).toHaveAttribute('href', '/account');
    expect(screen.getByRole('separator')).toBeInTheDocument();
  });

  it.each(['{Enter}', ' ', '{ArrowDown}'])('%j opens it at once, with the first item focused', async (key) => {
    const { user, button } = await open();
    act(() => button.focus());
    await user.keyboard(key);
    await pass(FRAME);
    expect(item('Account')).toHaveFocus();
  });

  it('arrow keys, Home, End and first letters move the focus', async () => {
    const { user, button } = await open();
    act(() => button.focus());
    await user.keyboard('{Enter}');
    await pass(FRAME);
    await user.keyboard('{ArrowDown}');
    await pass(FRAME);
    expect(item('Logout')).toHaveFocus();
    await user.keyboard('{Home}');
    await pass(FRAME);
    expect(item('Account')).toHaveFocus();
    await user.keyboard('{End}');
    await pass(FRAME);
    expect(item('Logout')).toHaveFocus();
    await user.keyboard('a');
    await pass(FRAME);
    expect(item('Account')).toHaveFocus();
  });

  it('Esc closes it and returns the focus', async () => {
    const { user, button } = await openByClick();
    await user.keyboard('{Escape}');
    await pass(0);
    expect(menu()).toBeNull();
    expect(button).toHaveFocus();
  });

  it('Logout signs out and opens a /login without a return path', async () => {
    const { user, server } = await openByClick();
    await user.click(item('Logout'));
    await pass(1_000);
    expect(server.session.signOut).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('heading', { name: 'Log in to Tabpoint' })).toBeInTheDocument();
    expect(window.location.pathname + window.location.search).toBe('/login');
  });
});
