import { TriangleAlert } from "lucide-react";
import { Component, type ReactNode } from "react";
import { Button } from "../components/button.js";
import { EmptyState } from "../components/states.js";
import { texts } from "../lib/texts.js";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly message: string | null;
}

/** Keeps a bug in one view from blanking the window. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { message: null };

  static getDerivedStateFromError(cause: unknown): ErrorBoundaryState {
    return { message: cause instanceof Error ? cause.message : String(cause) };
  }

  override render() {
    const { message } = this.state;
    if (message === null) return this.props.children;
    const { app, common } = texts();
    return (
      <div role="alert">
        <EmptyState icon={TriangleAlert} title={app.brokenTitle} text={app.brokenAdvice} isPage>
          <code>{message}</code>
          <Button variant="primary" onClick={() => this.setState({ message: null })}>
            {common.tryAgain}
          </Button>
        </EmptyState>
      </div>
    );
  }
}
