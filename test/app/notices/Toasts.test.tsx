import { act, screen, within } from '@testing-library/react';
import { noticeShown } from '../../../src/app/notices/noticesSlice';
import { appTests, openApp } from '../../fixtures/openApp';

appTests();
afterEach(() => void jest.useRealTimers());

async function open(options?: Parameters<typeof openApp>[1]) {
  const opened = openApp('/usage', options);
  await screen.findByRole('heading', { name: 'Usage' });
  const show = (notice: Parameters<typeof noticeShown>[0]) =>
    act(() => void opened.store.dispatch(noticeShown(notice)));
  return { ...opened, show };
}

const toast = (text: string) => screen.getByText(text).closest('[role]') as HTMLElement;

describe('toasts', () => {
  it('an info is a status, an error an alert; each can be dismissed', async () => {
    const { user, show } = await open();
    show({ kind: 'info', text: 'Endpoint URL copied' });
    show({ kind: 'error', text: 'The sheet could not be read' });
    expect(toast('Endpoint URL copied')).toHaveAttribute('role', 'status');
    expect(toast('The sheet could not be read')).toHaveAttribute('role', 'alert');
    await user.click(within(toast('Endpoint URL copied')).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Endpoint URL copied')).toBeNull();
    expect(screen.getByText('The sheet could not be read')).toBeVisible();
  });

  it.each(['the mouse', 'the focus'])('an info closes after 5 seconds, unless %s is on it', async (what) => {
    jest.useFakeTimers();
    const { user, show } = await open({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
    const pass = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));
    const dismiss = () => within(toast('Saved')).getByRole('button', { name: 'Dismiss' });
    show({ kind: 'info', text: 'Saved' });
    await pass(4_000);
    if (what === 'the mouse') await user.hover(toast('Saved'));
    else act(() => dismiss().focus());
    await pass(60_000);
    expect(screen.getByText('Saved')).toBeVisible();
    if (what === 'the mouse') await user.unhover(toast('Saved'));
    else act(() => dismiss().blur());
    await pass(4_999);
    expect(screen.getByText('Saved')).toBeVisible();
    await pass(1);
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('shows a second line, and dispatches the event of its button', async () => {
    const { user, show } = await open();
    const event = noticeShown({ kind: 'info', text: 'It is back' });
    show({ kind: 'info', text: 'Tea deleted', detail: 'It is kept for 30 days.', action: { label: 'Undo', event } });
    expect(toast('Tea deleted')).toHaveTextContent('Tea deletedIt is kept for 30 days.');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('It is back')).toBeVisible();
    expect(screen.queryByText('Tea deleted')).toBeNull();
  });

  it('links to a page that helps, and closes then', async () => {
    const { user, show } = await open();
    show({ kind: 'error', text: 'Your plan has room for 3 projects.', action: { label: 'See plans', to: '/upgrade' } });
    await user.click(screen.getByRole('link', { name: 'See plans' }));
    expect(await screen.findByRole('heading', { name: 'Everything is included' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
