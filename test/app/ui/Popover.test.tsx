import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useCallback, useState } from 'react';
import { Popover } from '../../../src/app/ui/overlays/Popover';

function Page() {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Popover
        label="Filter"
        open={open}
        onClose={close}
        button={
          <button type="button" onClick={() => setOpen(!open)}>
            Open
          </button>
        }
      >
        <input aria-label="value" />
        <button type="button" onClick={close}>
          Add
        </button>
      </Popover>
      <button type="button">After</button>
    </>
  );
}

const box = () => screen.queryByRole('dialog', { name: 'Filter' });
const button = (name: string) => screen.getByRole('button', { name });

async function open() {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(button('Open'));
  return user;
}

it('opens under its button and focuses its first control', async () => {
  await open();
  expect(box()).toBeVisible();
  expect(screen.getByLabelText('value')).toHaveFocus();
});

it.each(['{Escape}', '{Tab}{Enter}'])('closes with %s and returns the focus to its button', async (keys) => {
  const user = await open();
  await user.keyboard(keys);
  expect(box()).toBeNull();
  expect(button('Open')).toHaveFocus();
});

it('closes when another element is clicked or focused, which keeps the focus', async () => {
  const user = await open();
  await user.keyboard('{Tab}{Tab}');
  expect(box()).toBeNull();
  expect(button('After')).toHaveFocus();
  await user.click(button('Open'));
  await user.click(button('After'));
  expect(box()).toBeNull();
  expect(button('After')).toHaveFocus();
});

it('stays open when its content is clicked', async () => {
  const user = await open();
  await user.click(screen.getByLabelText('value'));
  expect(box()).toBeVisible();
});
