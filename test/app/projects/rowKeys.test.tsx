import { fireEvent, render, screen } from '@testing-library/react';
import { onRowKey, rowLink, rowMenu } from '../../../src/app/projects/rowKeys';

const pressed = jest.fn();
beforeEach(() => {
  pressed.mockClear();
  render(
    <table>
      <tbody onKeyDown={onRowKey}>
        {['tea', 'coffee', 'maté'].map((name) => (
          <tr key={name}>
            <td>
              <a href="/" {...rowLink}>
                {name}
              </a>
              <button {...rowMenu} aria-haspopup="menu" onClick={() => pressed(name)}>
                more of {name}
              </button>
            </td>
          </tr>
        ))}
        <tr>
          <td>
            <a href="/">without a menu</a>
          </td>
        </tr>
      </tbody>
    </table>,
  );
});

const link = (name: string) => screen.getByRole('link', { name });
/** @returns whether the browser still handles the key itself */
const press = (name: string, key: string, parts: object = {}) => fireEvent.keyDown(link(name), { key, ...parts });

it('arrow keys move between rows and stop at the ends', () => {
  link('coffee').focus();
  expect(press('coffee', 'ArrowDown')).toBe(false);
  expect(link('maté')).toHaveFocus();
  expect(press('maté', 'ArrowUp')).toBe(false);
  expect(link('coffee')).toHaveFocus();
  expect(press('tea', 'ArrowUp')).toBe(true);
  expect(link('coffee')).toHaveFocus();
});

it.each([
  ['ContextMenu', {}],
  ['F10', { shiftKey: true }],
])('%s opens the menu of the row', (key, parts) => {
  expect(press('coffee', key, parts)).toBe(false);
  expect(pressed.mock.calls).toEqual([['coffee']]);
  expect(screen.getByRole('button', { name: 'more of coffee' })).toHaveFocus();
  expect(press('without a menu', key, parts)).toBe(false);
});

it.each([
  ['F10', {}],
  ['a', { shiftKey: true }],
  ['Enter', {}],
])('%s %j keeps the browser’s own behaviour', (key, parts) => {
  expect(press('coffee', key, parts)).toBe(true);
  expect(pressed).not.toHaveBeenCalled();
});

it('keys in a menu and outside of rows have no effect', () => {
  expect(fireEvent.keyDown(screen.getByRole('button', { name: 'more of tea' }), { key: 'ArrowDown' })).toBe(true);
  const [body] = screen.getAllByRole('rowgroup') as [HTMLElement];
  expect(fireEvent.keyDown(body, { key: 'ContextMenu' })).toBe(true);
});
