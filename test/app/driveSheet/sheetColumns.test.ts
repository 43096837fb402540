import { fireEvent, screen, waitFor } from '@testing-library/react';
import { closeApp } from '../../fixtures/openApp';
import { openSheet, reference, sheetTests } from './sheetScreen';
import { beans } from './sheetWorld';

sheetTests();

describe('a column', () => {
  const letter = (name: string) => screen.getByRole('columnheader', { name });
  const widthOf = (name: string) => parseFloat(letter(name).style.width);
  beforeEach(() => window.localStorage.clear());

  const drag = (name: string, by: number) => {
    const edge = letter(name).querySelector('[data-edge]') as HTMLElement;
    for (const [type, clientX] of [
      ['pointerdown', 100],
      ['mousedown', 100],
      ['pointermove', 100 + by],
      ['pointerup', 100 + by],
    ] as const)
      fireEvent(edge, new MouseEvent(type, { clientX, bubbles: true }));
  };

  it('is resized by dragging its edge, without selecting, and keeps its width in this browser', async () => {
    await openSheet();
    const before = widthOf('B');
    drag('B', 50);
    expect(widthOf('B')).toBe(before + 50);
    expect(reference()).toBe('A1');
    closeApp();
    await openSheet();
    expect(widthOf('B')).toBe(before + 50);
  });

  it('is resized by Alt, Shift and the arrow keys, and its width is announced', async () => {
    const { user } = await openSheet();
    const before = widthOf('A');
    await user.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
    expect(widthOf('A')).toBe(before + 16);
    expect(screen.getByText(`A is ${before + 16} pixels wide`)).toBeInTheDocument();
    expect(reference()).toBe('A1');
  });

  it('keeps its width when a column is inserted before it', async () => {
    const { user } = await openSheet();
    drag('B', 120);
    const wide = widthOf('B');
    fireEvent.contextMenu(letter('B'));
    await user.click(await screen.findByRole('menuitem', { name: 'Insert column left' }));
    await waitFor(() => expect(widthOf('C')).toBe(wide));
    expect(widthOf('B')).not.toBe(wide);
  });

  it('is wide enough for every number, also for one below the first rows', async () => {
    const sevens = Array.from({ length: 60 }, () => [7]);
    const wide = beans({}, [['Kochere'], ...sevens, [1_234_567_890_123_456]]);
    await openSheet((server) => server.grid.rows.mockResolvedValue(wide));
    expect(widthOf('A')).toBeGreaterThan(16 * 8);
  });
});
