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

function Stateful({ disabled, onChange }: { readonly disabled?: boolean; readonly onChange: (look: Look) => void }) {
  const [chosen, setChosen] = useState<Look>('table');
  const choose = (look: Look) => {
    onChange(look);
    setChosen(look);
  };
  return <Segmented label="Look" options={options} chosen={chosen} disabled={disabled} onChoose={choose} />;
}

it('is one tab stop, in which arrow keys move and choose, wrapping around', async () => {
  const onChange = jest.fn();
  render(<Stateful onChange={onChange} />);
  const user = userEvent.setup();
  await user.tab();
  expect(screen.getByRole('radio', { name: 'Table', checked: true })).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(screen.getByRole('radio', { name: 'Chart', checked: true })).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowLeft}');
  expect(onChange.mock.calls.flat()).toEqual(['json', 'chart', 'table', 'chart']);
  await user.tab();
  expect(document.body).toHaveFocus();
});

it('calls onChange for another choice only, and never while it is disabled', async () => {
  const onChange = jest.fn();
  const { rerender } = render(<Stateful onChange={onChange} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  expect(onChange).not.toHaveBeenCalled();
  rerender(<Stateful onChange={onChange} disabled />);
  await user.click(screen.getByRole('radio', { name: 'JSON' }));
  expect(onChange).not.toHaveBeenCalled();
  expect(screen.getByRole('radio', { name: 'JSON' })).toHaveAttribute('aria-disabled', 'true');
});
