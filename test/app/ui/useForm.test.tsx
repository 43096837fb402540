import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Field } from '../../../src/app/ui/forms/Field';
import { type FormOptions, type Problems, useForm } from '../../../src/app/ui/forms/useForm';

interface Values {
  readonly name: string;
  readonly place: string;
}

const problemsOf = ({ name, place }: Values): Problems => ({
  name: name === '' ? 'Enter a name.' : undefined,
  place: place === '' ? 'Enter a place.' : undefined,
});

type Given = Partial<FormOptions<Values>> & { readonly initial?: Values };

function Form({ initial = { name: '', place: '' }, onSubmit = () => undefined, ...options }: Given) {
  const { props, field, message, restart } = useForm(initial, { problems: problemsOf, ...options, onSubmit });
  return (
    <form {...props}>
      {message}
      <Field label="Name" {...field('name')} />
      <Field label="Place" {...field('place')} />
      <button type="submit">Send</button>
      <button type="button" onClick={() => restart({ name: 'Ada' })}>
        Other
      </button>
    </form>
  );
}

const name = () => screen.getByLabelText('Name');
const place = () => screen.getByLabelText('Place');
const said = () => [name(), place()].map((input) => document.getElementById(`${input.id}-line`)?.textContent ?? '');
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

describe('errors', () => {
  it('are shown at every field from the first submission on and updated while typing; the first invalid field is focused', async () => {
    const onSubmit = jest.fn();
    render(<Form onSubmit={onSubmit} />);
    await userEvent.type(name(), 'x{Backspace}');
    expect(said()).toEqual(['', '']);
    await send();
    expect(said()).toEqual(['Enter a name.', 'Enter a place.']);
    expect(name()).toHaveFocus();
    await userEvent.type(name(), 'Ada');
    expect(said()).toEqual(['', 'Enter a place.']);
    await send();
    expect(place()).toHaveFocus();
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.type(place(), 'Here{Enter}');
    expect(onSubmit).toHaveBeenCalledWith({ name: 'Ada', place: 'Here' });
  });

  it('are reported to onRefused', async () => {
    const onRefused = jest.fn();
    render(<Form onRefused={onRefused} initial={{ name: 'Ada', place: '' }} />);
    await send();
    expect(onRefused).toHaveBeenCalledWith({ name: 'Ada', place: '' });
  });

  it('are not shown for another form with the same fields', async () => {
    const { rerender } = render(<Form kind="one" />);
    await send();
    rerender(<Form kind="other" />);
    expect(said()).toEqual(['', '']);
  });
});

describe('a rejection by the server', () => {
  const initial = { name: 'Ada', place: 'Here' };

  it('is shown at its field, which is focused, until the field is edited', async () => {
    const { rerender } = render(<Form initial={initial} />);
    await send();
    rerender(<Form initial={initial} working />);
    rerender(<Form initial={initial} refusal={{ message: 'Taken.', field: 'place' }} />);
    expect(said()).toEqual(['', 'Taken.']);
    expect(place()).toHaveFocus();
    await userEvent.type(name(), '!');
    expect(said()).toEqual(['', 'Taken.']);
    await userEvent.type(place(), '!');
    expect(said()).toEqual(['', '']);
  });

  it('of no field is shown until any field is edited', async () => {
    render(<Form initial={initial} refusal={{ message: 'No.' }} />);
    expect(screen.getByText('No.')).toBeVisible();
    await userEvent.type(name(), '!');
    expect(screen.queryByText('No.')).toBeNull();
  });
});

describe('during and after submission', () => {
  const initial = { name: 'Ada', place: 'Here' };

  it('further presses are ignored', async () => {
    const onSubmit = jest.fn();
    render(<Form initial={initial} onSubmit={onSubmit} working />);
    await send();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it.each([
    [true, 'Ada'],
    [false, 'Ada!'],
  ])('the values are cleared if required (%s), and the form counts as not submitted', async (clears, shown) => {
    const { rerender } = render(<Form initial={initial} clears={clears} />);
    await userEvent.type(name(), '!{Enter}');
    rerender(<Form initial={initial} clears={clears} working />);
    rerender(<Form initial={initial} clears={clears} />);
    expect(name()).toHaveValue(shown);
    await userEvent.clear(name());
    expect(said()).toEqual(['', '']);
  });
});

it('shows new initial values in unedited fields, and can be reset', async () => {
  const { rerender } = render(<Form initial={{ name: 'Ada', place: 'Here' }} focused="place" />);
  expect(place()).toHaveFocus();
  await userEvent.type(name(), '!');
  rerender(<Form initial={{ name: 'Eve', place: 'There' }} />);
  expect([name(), place()].map((input) => (input as HTMLInputElement).value)).toEqual(['Ada!', 'There']);
  await userEvent.click(screen.getByRole('button', { name: 'Other' }));
  expect(name()).toHaveValue('Ada');
});
