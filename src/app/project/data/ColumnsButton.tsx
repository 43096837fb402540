import { useCallback, useState } from 'react';
import styled from 'styled-components';
import { Button } from '../../ui/forms/Button';
import { Choices } from '../../ui/forms/Choices';
import { Popover } from '../../ui/overlays/Popover';
import type { RootState } from '../../rootReducer';
import { selectColumns, selectHidden } from '../rows/endpointSelectors';
import { columnsReset, columnSwitched } from '../rows/endpointSlice';
import type { TabName } from '../rows/rowsState';
import { ToolButton } from './toolStyles';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

const Names = styled.div`
  overflow-wrap: anywhere;
`;

const Foot = styled.div`
  margin-top: 12px;
`;

/** Shows and hides columns. */
export function ColumnsButton({ name }: { readonly name: TabName }) {
  const dispatch = useAppDispatch();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const columns = useAppSelector((state: RootState) => selectColumns(state, name));
  const hidden = useAppSelector((state: RootState) => selectHidden(state, name));
  const shown = columns.map(({ key }) => key).filter((key) => !hidden.includes(key));
  const button = (
    <ToolButton
      size="small"
      icon="columns"
      disabled={columns.length === 0}
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    >
      {hidden.length === 0 ? 'Columns' : `Columns, ${shown.length} of ${columns.length}`}
    </ToolButton>
  );
  return (
    <Popover label="Columns" open={open} onClose={close} button={button}>
      <Names>
        <Choices
          several
          legend="Columns shown"
          options={columns.map(({ key }) => ({ value: key, label: key }))}
          chosen={shown}
          onChoose={(column, on) => dispatch(columnSwitched({ ...name, column, shown: on }))}
        />
      </Names>
      {hidden.length > 0 && (
        <Foot>
          <Button size="small" onClick={() => dispatch(columnsReset(name))}>
            Show all
          </Button>
        </Foot>
      )}
    </Popover>
  );
}
