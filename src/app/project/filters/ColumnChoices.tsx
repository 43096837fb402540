import { useAppDispatch, useAppSelector } from '../../storeHooks';
import { Button } from '../../ui/forms/Button';
import { Choices } from '../../ui/forms/Choices';
import { Block } from '../../ui/layout/spacing';
import { selectColumns, selectHidden } from '../rows/endpointSelectors';
import { columnsReset, columnSwitched, type TabName } from '../rows/endpointSlice';

/** Shows and hides columns. */
export function ColumnChoices({ name }: { readonly name: TabName }) {
  const dispatch = useAppDispatch();
  const columns = useAppSelector(selectColumns, name);
  const hidden = useAppSelector(selectHidden, name);
  const keys = columns.map(({ key }) => key);
  return (
    <>
      <Choices
        several
        legend="Columns shown"
        options={keys.map((key) => ({ value: key, label: key }))}
        chosen={keys.filter((key) => !hidden.includes(key))}
        onChoose={(column, on) => dispatch(columnSwitched({ ...name, column, shown: on }))}
      />
      {hidden.length > 0 && (
        <Block $top={12}>
          <Button size="small" onClick={() => dispatch(columnsReset(name))}>
            Show all
          </Button>
        </Block>
      )}
    </>
  );
}
