// Prints every frame of /orders once, in order, and keeps the book of one market.
//
//	go run . MARKET [SINCE]
//
// SINCE is the first number of /orders to print, by default 1.
// STREAMS_URL, STREAMS_ACCESS_KEY, STREAMS_SECRET_KEY and STREAMS_BROKER_ID name the server.
// docs/other-languages.md explains every rule.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"syscall"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "stopped:", err)
		os.Exit(1)
	}
}

func run() error {
	market, since, err := readArguments()
	if err != nil {
		return err
	}
	account, err := newAccount()
	if err != nil {
		return err
	}
	stopping, end := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer end()
	ctx, cancel := context.WithCancel(stopping)
	defer cancel()
	book := newBook(market)
	channels := []channel{newOrders(since), book}
	ends := make(chan error)
	for _, channel := range channels {
		go func() { ends <- follow(ctx, channel, account) }()
	}
	var failures error
	for range channels {
		failures = errors.Join(failures, <-ends)
		// If one ends, so does the other.
		cancel()
	}
	book.showAll()
	return failures
}

func readArguments() (market string, since int64, err error) {
	switch len(os.Args) {
	case 2:
		return os.Args[1], 1, nil
	case 3:
		since, err = strconv.ParseInt(os.Args[2], 10, 64)
		return os.Args[1], since, err
	default:
		return "", 0, errors.New("usage: go run . MARKET [SINCE]")
	}
}
