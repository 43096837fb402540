import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ShortcutsAllowed, useShortcuts } from '../../../src/app/ui/forms/useShortcuts';

function Page({ onSync }: { readonly onSync: () => void }) {
  useShortcuts({ s: onSync, '[': onSync });
  return (
    <>
      <input aria-label="name" />
      <dialog open>
        <button type="button">ok</button>
      </dialog>
      <span role="textbox" aria-readonly="true" tabIndex={0}>
        url
      </span>
    </>
  );
}

function open(allowed = true) {
  const onSync = jest.fn();
  const page = (on: boolean) => (
    <ShortcutsAllowed value={on}>
      <Page onSync={onSync} />
    </ShortcutsAllowed>
  );
  const { rerender, unmount } = render(page(allowed));
  return { onSync, user: userEvent.setup(), allow: (on: boolean) => rerender(page(on)), unmount };
}

it('a single key runs its shortcut, also with caps lock', async () => {
  const { onSync, user } = open();
  await user.keyboard('s');
  await user.keyboard('S');
  await user.keyboard('[[');
  await user.keyboard('x');
  expect(onSync).toHaveBeenCalledTimes(3);
});

it('a single key is a letter while typing, and in a dialog', async () => {
  const { onSync, user } = open();
  await user.type(screen.getByLabelText('name'), 's');
  screen.getByRole('button').focus();
  await user.keyboard('s');
  expect(onSync).not.toHaveBeenCalled();
});

it('a single key works in a read-only field', async () => {
  const { onSync, user } = open();
  screen.getByText('url').focus();
  await user.keyboard('s');
  expect(onSync).toHaveBeenCalledTimes(1);
});

it('a single key is left to the browser with a modifier key', async () => {
  const { onSync, user } = open();
  await user.keyboard('{Control>}s{/Control}{Meta>}s{/Meta}{Alt>}s{/Alt}');
  expect(onSync).not.toHaveBeenCalled();
});

it('a single key does nothing while switched off, nor after the page was left', async () => {
  const { onSync, user, allow, unmount } = open(false);
  await user.keyboard('s');
  expect(onSync).not.toHaveBeenCalled();
  allow(true);
  await user.keyboard('s');
  unmount();
  await user.keyboard('s');
  expect(onSync).toHaveBeenCalledTimes(1);
});

function Sequences({ onProjects, onP }: { readonly onProjects: () => void; readonly onP: () => void }) {
  useShortcuts({ 'g p': onProjects, p: onP });
  return null;
}

it('a sequence of two keys is a shortcut of its own', async () => {
  const onProjects = jest.fn();
  const onP = jest.fn();
  render(<Sequences onProjects={onProjects} onP={onP} />);
  const user = userEvent.setup();
  await user.keyboard('gp');
  expect([onProjects, onP].map((act) => act.mock.calls.length)).toEqual([1, 0]);
  await user.keyboard('p');
  expect([onProjects, onP].map((act) => act.mock.calls.length)).toEqual([1, 1]);
});
