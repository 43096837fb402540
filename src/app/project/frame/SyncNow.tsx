import { Button } from '../../ui/forms/Button';
import { WideOnly } from '../../ui/layout/spacing';
import { useShortcuts } from '../../ui/forms/useShortcuts';
import { selectSyncing } from '../../sync/syncSelectors';
import { syncAsked } from '../../sync/syncSlice';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

/** Reads the spreadsheet anew; `S` does the same. */
export function SyncNow({ projectId }: { readonly projectId: string }) {
  const dispatch = useAppDispatch();
  const syncing = useAppSelector(selectSyncing, projectId);
  const sync = () => {
    if (!syncing) dispatch(syncAsked({ projectId }));
  };
  useShortcuts({ s: sync });
  return (
    <Button icon="refresh" loading={syncing} aria-label="Sync now" onClick={sync}>
      <WideOnly>Sync now</WideOnly>
    </Button>
  );
}
