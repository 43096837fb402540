import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import styled from 'styled-components';
import { heroText, titleText } from '../display/text';

const Moved = createContext(false);

/** Knows whether the person has moved inside the app, or has just loaded its first page. */
export function Arrivals({ children }: { readonly children: ReactNode }) {
  const { key } = useLocation();
  const [first] = useState(key);
  const [moved, setMoved] = useState(false);
  if (!moved && key !== first) setMoved(true);
  return <Moved value={moved || key !== first}>{children}</Moved>;
}

const Title = styled.h1<{ $hero: boolean }>`
  ${({ $hero }) => ($hero ? heroText : titleText)}
`;

/** Names the document after what the page shows. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Tabpoint`;
  }, [title]);
}

interface PageHeadingProps {
  readonly children: string;
  /** The document's title, where it says more than the heading. */
  readonly documentTitle?: string;
  /** A page stays the same page while this does: the focus moves here once for each. */
  readonly page?: string;
  readonly hero?: boolean;
  /** Something else on the page takes the focus. */
  readonly unfocused?: boolean;
  readonly className?: string;
}

/** The page's h1. After a change of page it takes the focus, so that screen readers begin here. */
export function PageHeading({
  children,
  documentTitle,
  page,
  hero = false,
  unfocused = false,
  className,
}: PageHeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  const moved = useContext(Moved);
  const arrivedByMoving = useRef(moved);
  useDocumentTitle(documentTitle ?? children);
  useEffect(() => {
    arrivedByMoving.current = moved;
  }, [moved]);
  useEffect(() => {
    if (!arrivedByMoving.current) return;
    window.scrollTo(0, 0);
    if (!unfocused) ref.current?.focus({ preventScroll: true });
  }, [page, unfocused]);
  return (
    <Title ref={ref} tabIndex={-1} $hero={hero} className={className}>
      {children}
    </Title>
  );
}
