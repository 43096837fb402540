import styled from 'styled-components';
import { selectSheetHosts } from '../about/aboutSelectors';
import { Button } from '../parts/Button';
import { BreakingMono, Small } from '../parts/text';
import { selectCreatePhase, selectDraftText } from './createFlowSelectors';
import { isFileLink, draftEventFor, meantUrl } from './draft';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Offer = styled.div`
  display: grid;
  justify-items: start;
  gap: 8px;
`;

/** A text that is no URL of a spreadsheet, but nearly: what it was meant to be, or what to do with a file's link. */
export function InvalidHelp() {
  const dispatch = useAppDispatch();
  const text = useAppSelector(selectDraftText);
  const hosts = useAppSelector(selectSheetHosts);
  const isInvalid = useAppSelector(selectCreatePhase) === 'invalid';
  if (!isInvalid) return null;
  const meant = meantUrl(text, hosts);
  if (meant !== undefined) {
    return (
      <Offer>
        <Small>
          Did you mean <BreakingMono>{meant}</BreakingMono>?
        </Small>
        <Button size="small" onClick={() => dispatch(draftEventFor(meant, hosts))}>
          Check this URL
        </Button>
      </Offer>
    );
  }
  if (!isFileLink(text)) return null;
  return (
    <Small>
      This is the link of a file. Download it, and upload it here; or open it in Google Sheets and paste that URL.
    </Small>
  );
}
