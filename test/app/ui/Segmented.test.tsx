import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Segmented, type SegmentedOption } from '../../../src/app/ui/forms/Segmented';

type Look = 'table' | 'json' | 'chart';
const options: readonly SegmentedOption<Look>[] = [
  { value: 'table', label: 'Table' },
  { value: 'json', label: 'JSON' },
  { value: 'chart', label: 'Chart' },
];

function Kept({ disabled, heard }: { readonly disabled?: boolean; readonly heard: (look: Look) => void }) {
  const [chosen, setChosen] = useState<Look>('table');
  const choose = (look: Look) => {
    heard(look);
    setChosen(look);
  };
  return <Segmented label="Look" options={options} chosen={chosen} disabled={disabled} onChoose={choose} />;
}

it('is one tab stop, in which arrows move and choose, round and round', async () => {
  const heard = jest.fn();
  render(<Kept heard={heard} />);
  const user = userEvent.setup();
  await user.tab();
  expect(screen.getByRole('radio', { name: 'Table', checked: true })).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(screen.getByRole('radio', { name: 'Chart', checked: true })).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowLeft}');
  expect(heard.mock.calls.flat()).toEqual(['json', 'chart', 'table', 'chart']);
  await user.tab();
  expect(document.body).toHaveFocus();
});

it('tells of a press on another choice alone, and of none while it is disabled', async () => {
  const heard = jest.fn();
  const { rerender } = render(<Kept heard={heard} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  expect(heard).not.toHaveBeenCalled();
  rerender(<Kept heard={heard} disabled />);
  await user.click(screen.getByRole('radio', { name: 'JSON' }));
  expect(heard).not.toHaveBeenCalled();
  expect(screen.getByRole('radio', { name: 'JSON' })).toHaveAttribute('aria-disabled', 'true');
});
