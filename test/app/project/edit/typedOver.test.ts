import { draftMachine } from '../../../../src/app/project/edit/draftMachine';
import { networkGone, refused } from '../../../fixtures/appState';
import { abc, later, opened, type serverOf } from './editedTab';

const { draftCommitted, draftReverted, textTyped } = draftMachine.actions;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a cell that is edited while it is being saved', () => {
  /** Delays the next change until the returned function is called. */
  function holdChange({ edit }: ReturnType<typeof serverOf>) {
    const { change } = edit;
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    edit.change = async (...given) => {
      edit.change = change;
      await held;
      return change(...given);
    };
    return release;
  }

  it.each([
    ['after the first value is saved', true],
    ['before that', false],
  ])('saves both values in order if the second is committed %s', async (_when, isLate) => {
    const { write, draft, server, dispatch, priceOf, undo, shown } = await opened();
    const release = holdChange(server);
    await write('r_1', '2', 1);
    dispatch(textTyped({ ...priceOf('r_1'), column: 'price', text: '3' }));
    const commit = () => dispatch(draftCommitted(priceOf('r_1')));
    if (!isLate) commit();
    release();
    await later();
    if (isLate) {
      expect(draft('r_1')).toMatchObject({ phase: 'typing', draft: { texts: { price: '3' } } });
      commit();
      await later();
    }
    expect(server.state.calls).toEqual(['change r_1 {"price":2}', 'change r_1 {"price":3}']);
    expect([draft('r_1'), shown()[0]?.price]).toEqual([undefined, 3]);
    await undo();
    expect(server.rows[0]).toMatchObject({ price: 2 });
  });

  it('saves the first value again if the second is discarded', async () => {
    const { write, draft, server, dispatch, priceOf } = await opened();
    const release = holdChange(server);
    server.state.fails.push(refused(422, abc));
    await write('r_1', 'abc', 1);
    dispatch(textTyped({ ...priceOf('r_1'), column: 'price', text: '3' }));
    release();
    await later();
    expect(draft('r_1')).toMatchObject({ phase: 'typing', draft: { texts: { price: '3' } } });
    server.state.fails.push(refused(422, abc));
    dispatch(draftReverted(priceOf('r_1')));
    await later();
    expect(draft('r_1')).toMatchObject({ phase: 'refused', draft: { texts: { price: 'abc' } } });
  });

  it.each([
    ['another value', '3', 3],
    ['the value before', '19.8', 19.8],
  ])(
    'does not conflict with its first value if the answer about it is lost, and %s is typed',
    async (_what, text, last) => {
      const { write, draft, server, dispatch, priceOf } = await opened();
      const { change } = server.edit;
      server.edit.change = async (...given) => {
        server.edit.change = change;
        await change(...given);
        dispatch(textTyped({ ...priceOf('r_1'), column: 'price', text }));
        throw networkGone();
      };
      await write('r_1', '2', 1);
      expect(server.rows[0]).toMatchObject({ price: 2 });
      dispatch(draftCommitted(priceOf('r_1')));
      await later();
      expect([draft('r_1'), server.rows[0]]).toMatchObject([undefined, { price: last }]);
    },
  );

  it('shows a conflict once, for the second value', async () => {
    const { write, draft, server, dispatch, priceOf } = await opened();
    server.change('r_1', { price: 99 });
    const { one } = server.edit;
    server.edit.one = async (...given) => {
      server.edit.one = one;
      dispatch(textTyped({ ...priceOf('r_1'), column: 'price', text: '3' }));
      return one(...given);
    };
    await write('r_1', '2', 1);
    expect(draft('r_1')).toMatchObject({ phase: 'typing', draft: { texts: { price: '3' } } });
    dispatch(draftCommitted(priceOf('r_1')));
    await later();
    expect(draft('r_1')).toMatchObject({
      phase: 'clashing',
      draft: { texts: { price: '3' } },
      theirs: { price: 99 },
    });
  });
});
