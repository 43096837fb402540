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

describe('what is wrong', () => {
  it('is said at every field from the first press on and follows the typing; the first field has the focus', async () => {
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

  it('is told to whoever wants to hear of it', async () => {
    const onRefused = jest.fn();
    render(<Form onRefused={onRefused} initial={{ name: 'Ada', place: '' }} />);
    await send();
    expect(onRefused).toHaveBeenCalledWith({ name: 'Ada', place: '' });
  });

  it('is not said of another form in the same fields', async () => {
    const { rerender } = render(<Form kind="one" />);
    await send();
    rerender(<Form kind="other" />);
    expect(said()).toEqual(['', '']);
  });
});

describe('a refusal', () => {
  const initial = { name: 'Ada', place: 'Here' };

  it('is said at its field, which has the focus, until that is typed into', async () => {
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

  it('of no field is said until something is typed', async () => {
    render(<Form initial={initial} refusal={{ message: 'No.' }} />);
    expect(screen.getByText('No.')).toBeVisible();
    await userEvent.type(name(), '!');
    expect(screen.queryByText('No.')).toBeNull();
  });
});

describe('while and after it is sent', () => {
  const initial = { name: 'Ada', place: 'Here' };

  it('presses are ignored', async () => {
    const onSubmit = jest.fn();
    render(<Form initial={initial} onSubmit={onSubmit} working />);
    await send();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it.each([
    [true, 'Ada'],
    [false, 'Ada!'],
  ])('what was typed is forgotten where it is to be (%s), and it counts as not pressed', async (clears, shown) => {
    const { rerender } = render(<Form initial={initial} clears={clears} />);
    await userEvent.type(name(), '!{Enter}');
    rerender(<Form initial={initial} clears={clears} working />);
    rerender(<Form initial={initial} clears={clears} />);
    expect(name()).toHaveValue(shown);
    await userEvent.clear(name());
    expect(said()).toEqual(['', '']);
  });
});

it('shows what stands there anew in fields that nothing was typed into, and can begin anew', async () => {
  const { rerender } = render(<Form initial={{ name: 'Ada', place: 'Here' }} focused="place" />);
  expect(place()).toHaveFocus();
  await userEvent.type(name(), '!');
  rerender(<Form initial={{ name: 'Eve', place: 'There' }} />);
  expect([name(), place()].map((input) => (input as HTMLInputElement).value)).toEqual(['Ada!', 'There']);
  await userEvent.click(screen.getByRole('button', { name: 'Other' }));
  expect(name()).toHaveValue('Ada');
});
