/** What was sent to a webhook, and how it went. */
export const deliveries = {
  title: "Deliveries",
  onTheWay: (events: string) => `${events} on the way`,
  noneTitle: "Nothing was sent yet",
  noneAbout: "Events that are sent stay here for 30 days. Tests are not listed.",
  states: { due: "On the way", delivered: "Delivered", failed: "Failed", cancelled: "Cancelled" },
  nextAttempt: (time: string) => `next attempt ${time}`,
  noAnswer: "no answer",
  attempt: (number: string, time: string, answer: string, duration: string) =>
    `Attempt ${number}, ${time}: ${answer} after ${duration}`,
  sendingTest: "Sending a test event…",
  testDelivered: (code: string) => `Test event delivered, HTTP ${code}`,
  testFailed: "The test event was not delivered.",
  itAnswered: (code: string) => `It answered HTTP ${code}.`,
};
